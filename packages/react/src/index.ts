"use client";

import {
  mountWidget,
  type ScriptApi,
  type WidgetMount,
  type WidgetOptions,
} from "@parlour/element/mount";
import { useEffect, useRef, useState } from "react";

export type * from "@parlour/element/mount";

/**
 * Shows a widget while the component is mounted. Returns its script API, or null until the widget
 * has started. All components with the same `src` share one widget.
 */
export function useParlour(options: WidgetOptions): ScriptApi | null {
  const { src } = options;
  const [api, setApi] = useState<ScriptApi | null>(null);
  const mount = useRef<WidgetMount | null>(null);
  useEffect(() => {
    const mounted = mountWidget(src, setApi);
    mount.current = mounted;
    return () => {
      mounted.unmount();
      mount.current = null;
      setApi(null);
    };
  }, [src]);
  // After each render, because handlers are usually new functions. Equal data is not sent again.
  useEffect(() => mount.current?.update(options));
  return api;
}

/** Shows a widget while it is mounted. Renders nothing itself. */
export function ParlourChat(props: WidgetOptions): null {
  useParlour(props);
  return null;
}
