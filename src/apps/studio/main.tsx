/**
 * The studio: a page that simulates lossless Ethernet and shows the results. It uses xoff only through the library's public entry, in
 * workers.
 */
import { render } from "preact";
import { isResults } from "./results/open.ts";
import { openAddress } from "./share/history.ts";
import { page } from "./state/page.ts";
import { App } from "./view/app.tsx";

const root = document.getElementById("studio");
if (root !== null) {
  root.replaceChildren();
  if (isResults(location.hash)) page.value = "folder";
  render(<App />, root);
  void openAddress();
}
