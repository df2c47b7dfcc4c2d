import { lazy, type ComponentType, type LazyExoticComponent } from "react";
import { loadChunk } from "./load-chunk.ts";

/** Creates a component that is loaded when it is first rendered. Needs a `Suspense` around it. */
export const lazyPart = <Module, Props>(
  importModule: () => Promise<Module>,
  select: (module: Module) => ComponentType<Props>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(() => loadChunk(importModule).then((module) => ({ default: select(module) })));
