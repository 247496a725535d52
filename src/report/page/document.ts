/** The shell of every page: what a browser needs, the style, a title, and then the body. It needs nothing from outside. */
import { html, Html } from "./html.ts";
import { STYLE } from "./style.ts";

export const htmlDocument = (title: string, body: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
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
