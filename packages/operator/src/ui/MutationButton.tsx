import type { ButtonProps } from "./Button.tsx";
import { Button } from "./Button.tsx";
import { runOrToast, useApiMutation } from "./mutation.ts";

/** Button that sends one request at a time. A failure is shown as a toast. */
export function MutationButton({
  mutate,
  unavailable,
  ...button
}: Omit<ButtonProps, "onClick"> & { mutate: () => Promise<unknown> }) {
  const { busy, run } = useApiMutation();
  return (
    <Button
      {...button}
      unavailable={unavailable || busy}
      onClick={() => void run(() => runOrToast(mutate))}
    />
  );
}
