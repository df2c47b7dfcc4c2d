import { ParlourChat, useParlour } from "@parlour/vue";
import { defineComponent, h, KeepAlive, type Ref, type VNode } from "vue";
import { recordEvents, type PageControl, type ShownWidget } from "./page-control.ts";

export interface AppState {
  readonly widgets: Ref<readonly ShownWidget[]>;
  readonly isActive: Ref<boolean>;
  readonly events: PageControl["events"];
}

/** The widgets, and a button that opens the first one, in a `KeepAlive`. */
export const createApp = ({ widgets, isActive, events }: AppState) => {
  const Chats = defineComponent({
    setup: () => (): VNode[] => {
      const [first] = widgets.value;
      return [
        ...widgets.value.map(({ isSilent, ...widget }, index) =>
          // One of several components is enough to record the events.
          h(ParlourChat, {
            key: index,
            ...widget,
            ...(index === 0 && isSilent !== true ? recordEvents(events) : {}),
          }),
        ),
        ...(first === undefined ? [] : [h(HelpButton, { src: first.src })]),
      ];
    },
  });
  return defineComponent({
    setup: () => () => h("div", [h(KeepAlive, () => (isActive.value ? h(Chats) : undefined))]),
  });
};

const HelpButton = defineComponent({
  props: { src: { type: String, required: true } },
  setup(props) {
    const api = useParlour(() => ({ src: props.src }));
    return () =>
      h("button", { disabled: api.value === null, onClick: () => api.value?.open() }, "Help");
  },
});
