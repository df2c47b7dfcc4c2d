import type { ComponentProps } from "react";
import { runOrToast, useApiMutation } from "../../../../ui/mutation.ts";
import { Confirm } from "../../../../ui/dialog/dialog.tsx";

/**
 * Asks for confirmation, runs the action, and closes. If the action fails, a toast shows the error.
 */
export function ConfirmDialog({
  action,
  ...props
}: Omit<ComponentProps<typeof Confirm>, "busy" | "onConfirm"> & {
  action: () => Promise<unknown>;
}) {
  const { busy, run } = useApiMutation();
  const confirm = async () => {
    await runOrToast(action);
    props.onClose();
  };
  return <Confirm {...props} busy={busy} onConfirm={() => void run(confirm)} />;
}
