/**
 * The frame of every page: metadata, style, title and body. A page loads nothing from outside. Its content security
 * policy forbids every script, even one that a name or text of the page contains.
 */
import { html, Html } from "./html.ts";
import { STYLE } from "./style.ts";

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

export const htmlDocument = (title: string, body: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${new Html(POLICY)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${new Html(STYLE)}
        </style>
      </head>
      <body>
        ${body}
      </body>
    </html> `.text;
