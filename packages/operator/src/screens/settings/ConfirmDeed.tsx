import type { ComponentProps } from "react";
import { orSay, useDeed } from "../../ui/deed.ts";
import { Confirm } from "../../ui/dialog.tsx";

/**
 * Asks for confirmation, runs the action and closes. If the action fails, a toast shows the error.
 */
export function ConfirmDeed({
  deed,
  ...props
}: Omit<ComponentProps<typeof Confirm>, "busy" | "onConfirm"> & { deed: () => Promise<unknown> }) {
  const { busy, run } = useDeed();
  const confirm = async () => {
    await orSay(deed);
    props.onClose();
  };
  return <Confirm {...props} busy={busy} onConfirm={() => void run(confirm)} />;
}
