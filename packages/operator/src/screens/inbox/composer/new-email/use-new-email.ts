import type { Channel, EmailAddress, Operator } from "@parlour/protocol";
import type { IgnoredEmailChat } from "@parlour/protocol/api";
import { useMemo, useState } from "react";
import { api, queryClient } from "../../../../state/api/api.ts";
import { getDraft, setDraft, useDrafts } from "../../../../state/drafts/drafts.ts";
import { useLiveClient } from "../../../../state/live-context.tsx";
import { toast } from "../../../../ui/dialog/toast.tsx";
import { useApiMutation } from "../../../../ui/mutation.ts";
import { useUploads } from "../attach/use-uploads.ts";
import { parseEmailDraft } from "../../../../state/drafts/email-draft.ts";
import {
  findObstacle,
  newEmailChatId,
  toHeading,
  toNewEmail,
  type NewEmailDraft,
} from "./new-email-draft.ts";
import { t } from "../../../../ui/email/text.ts";
import { useNewAddresses } from "./use-new-addresses.ts";
import { useOpenNewChat } from "./FailureNotice.tsx";

export interface NewEmailDialogProps {
  channels: readonly Channel[];
  me: Operator;
  /** Recipient that the form contains when it opens. */
  to?: EmailAddress | undefined;
  onClose: () => void;
}

/** Manages the draft of the email, its files, and the request that sends it. */
export function useNewEmail({ channels, me, to, onClose }: NewEmailDialogProps) {
  useDrafts();
  const live = useLiveClient();
  const openChat = useOpenNewChat();
  const { busy, failure, run, clearFailure } = useApiMutation();
  // A repeated request after a lost answer must not send a second email.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const stored = parseEmailDraft<NewEmailDraft>(getDraft(me.id, newEmailChatId, "email"));
  const [first, setFirst] = useState(to);
  const draft = first === undefined ? stored : { ...stored, to: [first] };
  const save = (next: NewEmailDraft | null) =>
    setDraft(me.id, newEmailChatId, "email", next === null ? "" : JSON.stringify(next));
  const change = (next: NewEmailDraft) => {
    setFirst(undefined);
    setKey(crypto.randomUUID());
    clearFailure();
    save({ ...draft, ...next });
  };
  const allFiles = useUploads((state) => state.attachments);
  const files = useMemo(
    () => allFiles.filter(({ chatId }) => chatId === newEmailChatId),
    [allFiles],
  );
  const channelId = channels.find(({ id }) => id === draft.channelId)?.id ?? channels[0]?.id ?? 0;
  const heading = toHeading(draft);
  const newAddresses = useNewAddresses([...heading.to, ...heading.cc, ...heading.bcc]);
  const address = heading.to[0]?.address ?? "";
  const finish = () => {
    live.uploads.take(newEmailChatId);
    save(null);
    onClose();
  };
  const send = () =>
    void run(async () => {
      const { chat_id } = await api.post<IgnoredEmailChat>(
        "/emails",
        toNewEmail(channelId, draft, files),
        { idempotencyKey: key },
      );
      finish();
      void queryClient.invalidateQueries({ queryKey: ["visitors"] });
      toast(t("new.sent", { address }));
      openChat(chat_id);
    });
  return {
    draft,
    change,
    files,
    newAddresses,
    channelId,
    address,
    obstacle: findObstacle(draft, files),
    headers: { heading, newAddresses, change, error: null, retry: () => undefined },
    send,
    discard: finish,
    busy,
    failure,
  };
}
