import type { Chat, Operator } from "@parlour/protocol";
import { Suspense } from "react";
import { lazyPart } from "../../../ui/loading/lazy-part.ts";

const TransferBars = lazyPart(
  () => import("./TransferBarContent.tsx"),
  (module) => module.TransferBarContent,
);

/**
 * Shows the open transfer below the header, or the notice about the last one (API-025, CORE-150).
 */
export function TransferBar({ chat, me }: { chat: Chat; me: Operator }) {
  const notice = chat.notices?.find((entry) => entry.to.id === me.id) ?? null;
  if (chat.state === "closed" || (!chat.transfer && notice === null)) return null;
  return (
    <Suspense fallback={null}>
      <TransferBars chat={chat} me={me} notice={notice} />
    </Suspense>
  );
}
