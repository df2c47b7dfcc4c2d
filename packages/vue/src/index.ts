import {
  getHandlerName,
  mountWidget,
  widgetEventNames,
  type ScriptApi,
  type WidgetMount,
  type WidgetOptions,
} from "@parlour/element/mount";
import {
  defineComponent,
  onActivated,
  onDeactivated,
  onMounted,
  shallowRef,
  watch,
  type DefineComponent,
  type Ref,
} from "vue";

export type * from "@parlour/element/mount";

/**
 * Shows a widget while the component is mounted and, within `KeepAlive`, active. `options` is a
 * reactive object or a getter. Returns the script API, or null until the widget has started. All
 * components with the same `src` share one widget.
 */
export function useParlour(
  options: WidgetOptions | (() => WidgetOptions),
): Readonly<Ref<ScriptApi | null>> {
  const read = (): WidgetOptions => (typeof options === "function" ? options() : options);
  const api = shallowRef<ScriptApi | null>(null);
  const isActive = shallowRef(true);
  let mount: WidgetMount | null = null;
  onActivated(() => void (isActive.value = true));
  onDeactivated(() => void (isActive.value = false));
  // A server never calls `onMounted`.
  onMounted(() => {
    watch(
      () => (isActive.value ? read().src : null),
      (src, _previous, onCleanup) => {
        if (src === null) return;
        const mounted = mountWidget(src, (started) => void (api.value = started));
        mounted.update(read());
        mount = mounted;
        onCleanup(() => {
          mounted.unmount();
          mount = null;
          api.value = null;
        });
      },
      { immediate: true },
    );
    watch(read, (changed) => mount?.update(changed), { deep: true });
  });
  return api;
}

const handlerProps = Object.fromEntries(
  widgetEventNames.map((name) => [getHandlerName(name), Function]),
);

/** Shows a widget while it is mounted. Renders nothing itself. Emits the events of the widget. */
export const ParlourChat = defineComponent({
  name: "ParlourChat",
  props: {
    src: { type: String, required: true },
    userToken: String,
    contactInfo: Object,
    customData: Array,
    clientAttributes: Object,
    ...handlerProps,
  },
  setup(props) {
    useParlour(props as unknown as WidgetOptions);
    return () => null;
  },
}) as unknown as DefineComponent<WidgetOptions>;
