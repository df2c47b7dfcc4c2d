import type { ButtonProps } from "./Button.tsx";
import { Button } from "./Button.tsx";
import { orSay, useDeed } from "./deed.ts";

/** A button that does something at the server: one at a time, however often it is pressed; why it failed is said in the corner. */
export function DeedButton({ deed, unavailable, ...button }: Omit<ButtonProps, "onClick"> & { deed: () => Promise<unknown> }) {
  const { busy, run } = useDeed();
  return <Button {...button} unavailable={unavailable || busy} onClick={() => void run(() => orSay(deed))} />;
}
