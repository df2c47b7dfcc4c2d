import "@parlour/element";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { createSSRApp, ref } from "vue";
import { renderToString as renderVue } from "vue/server-renderer";
import { App } from "./react-app.ts";
import type { ShownWidget } from "./page-control.ts";
import { createApp } from "./vue-app.ts";

/** Renders the pages as a server does, without a window. Prints the HTML of each as JSON. */
if ("window" in globalThis || "document" in globalThis) throw new Error("this is no server");
const widgets = JSON.parse(process.argv[2] ?? "[]") as readonly ShownWidget[];
const html = {
  react: renderToString(createElement(App, { widgets, events: [] })),
  vue: await renderVue(
    createSSRApp(createApp({ widgets: ref(widgets), isActive: ref(true), events: [] })),
  ),
  element: widgets.map(({ src }) => `<parlour-chat src="${src}"></parlour-chat>`).join(""),
};
console.log(JSON.stringify(html));
