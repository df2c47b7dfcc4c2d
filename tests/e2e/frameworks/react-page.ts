import { createElement } from "react";
import { hydrateRoot } from "react-dom/client";
import { App } from "./react-app.ts";
import type { PageControl, ShownWidget } from "./page-control.ts";

const events: PageControl["events"] = [];
const build = (widgets: readonly ShownWidget[]) => createElement(App, { widgets, events });
const [main] = document.getElementsByTagName("main");
if (main === undefined) throw new Error("the page has no main");
/** The widgets with which the server rendered the page. */
const initial = JSON.parse(main.dataset["widgets"] ?? "[]") as ShownWidget[];
const root = hydrateRoot(main, build(initial));
const control: PageControl = { events, show: (widgets) => root.render(build(widgets)) };
Object.assign(window, { testPage: control });
