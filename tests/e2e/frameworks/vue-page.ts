import { createSSRApp, ref } from "vue";
import type { PageControl, ShownWidget } from "./page-control.ts";
import { createApp } from "./vue-app.ts";

const events: PageControl["events"] = [];
const [main] = document.getElementsByTagName("main");
if (main === undefined) throw new Error("the page has no main");
/** The widgets with which the server rendered the page. Deeply reactive, as data of a page is. */
const widgets = ref(JSON.parse(main.dataset["widgets"] ?? "[]") as readonly ShownWidget[]);
const isActive = ref(true);
createSSRApp(createApp({ widgets, isActive, events })).mount(main);
const control: PageControl = {
  events,
  show: (shown) => void (widgets.value = shown),
  setActive: (value) => void (isActive.value = value),
};
Object.assign(window, { testPage: control });
