import { formatPromise } from "../../text/promise-text.ts";
import { StatusLine } from "./StatusLine.tsx";
import type { ViewProps } from "../view-props.ts";

/** Says by when operators answer, or that they are late (PROM-012). */
export function PromiseLine({ model, t }: ViewProps) {
  const promise = model.chat?.promise;
  return promise ? <StatusLine text={formatPromise(promise, t)} /> : null;
}
