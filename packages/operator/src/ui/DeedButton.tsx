import type { ButtonProps } from "./Button.tsx";
import { Button } from "./Button.tsx";
import { orSay, useDeed } from "./deed.ts";

/**
 * Button that runs one server request at a time, however often it is pressed. A failure is shown as
 * a toast.
 */
export function DeedButton({ deed, unavailable, ...button }: Omit<ButtonProps, "onClick"> & { deed: () => Promise<unknown> }) {
  const { busy, run } = useDeed();
  return <Button {...button} unavailable={unavailable || busy} onClick={() => void run(() => orSay(deed))} />;
}
