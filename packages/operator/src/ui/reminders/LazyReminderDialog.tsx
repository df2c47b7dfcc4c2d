import { lazy, type ComponentProps } from "react";
import { loadChunk } from "../loading/load-chunk.ts";
import type { ReminderDialog as Content } from "./ReminderDialog.tsx";
import { DialogBoundary } from "../dialog/DialogBoundary.tsx";

/** Contains the parser of times. */
const ReminderDialog = lazy(() =>
  loadChunk(() => import("./ReminderDialog.tsx")).then((module) => ({
    default: module.ReminderDialog,
  })),
);

/** Shows the dialog of a reminder, which is loaded when it first opens. */
export const LazyReminderDialog = (props: ComponentProps<typeof Content>) => (
  <DialogBoundary onClose={props.onClose}>
    <ReminderDialog {...props} />
  </DialogBoundary>
);
