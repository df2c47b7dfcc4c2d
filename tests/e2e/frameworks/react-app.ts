import { ParlourChat, useParlour } from "@parlour/react";
import { createElement, Fragment, StrictMode, type ReactElement } from "react";
import { recordEvents, type PageControl, type ShownWidget } from "./page-control.ts";

/** The widgets, and a button that opens the first one, under StrictMode. */
export function App({
  widgets,
  events,
}: {
  readonly widgets: readonly ShownWidget[];
  readonly events: PageControl["events"];
}): ReactElement {
  const [first] = widgets;
  return createElement(
    StrictMode,
    null,
    widgets.map(({ isSilent, ...widget }, index) =>
      // One of several components is enough to record the events.
      createElement(ParlourChat, {
        key: index,
        ...widget,
        ...(index === 0 && isSilent !== true ? recordEvents(events) : {}),
      }),
    ),
    first !== undefined && createElement(HelpButton, { src: first.src }),
  );
}

function HelpButton({ src }: { readonly src: string }): ReactElement {
  const api = useParlour({ src });
  return createElement(
    Fragment,
    null,
    createElement("button", { disabled: api === null, onClick: () => api?.open() }, "Help"),
  );
}
