import type { Message } from "@parlour/protocol";
import { useCurrentOperator } from "../../../../state/session.tsx";
import { TranslatedMessage } from "../../assist/lazy-assist.ts";
import { ChangeMenu } from "./ChangeMenu.tsx";

/** Renders what follows the text of a message: its translation, its changes and its menu. */
export function MessageTools({ message }: { readonly message: Message }) {
  const me = useCurrentOperator();
  return (
    <>
      <TranslatedMessage message={message} me={me} />
      <ChangeMenu message={message} />
    </>
  );
}
