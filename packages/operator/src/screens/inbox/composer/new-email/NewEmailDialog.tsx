// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import type { Channel, EmailAddress, Operator } from "@parlour/protocol";
import type { IgnoredEmailChat } from "@parlour/protocol/api";
import { IconUsers } from "@tabler/icons-react";
import { useId, useMemo, useState, type KeyboardEvent, type SyntheticEvent } from "react";
import { api, queryClient } from "../../../../state/api/api.ts";
import { getDraft, setDraft, useDrafts } from "../../../../state/drafts/drafts.ts";
import { useLiveClient, useLiveState } from "../../../../state/live-context.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { Dialog } from "../../../../ui/dialog/dialog.tsx";
import { toast } from "../../../../ui/dialog/toast.tsx";
import { Field, Select } from "../../../../ui/Field.tsx";
import { Icon } from "../../../../ui/Icon.tsx";
import { useApiMutation } from "../../../../ui/mutation.ts";
import { AttachButton } from "../attach/AttachButton.tsx";
import { AttachmentList } from "../attach/AttachmentList.tsx";
import { useUploads } from "../attach/use-uploads.ts";
import { parseEmailDraft } from "../email/email-draft.ts";
import { EmailHeaders } from "../email/EmailHeaders.tsx";
import {
  findObstacle,
  hasContent,
  newEmailChatId,
  toHeading,
  toNewEmail,
  type NewEmailDraft,
} from "./new-email-draft.ts";
import { t } from "../../../../ui/email/text.ts";
import { useNewAddresses } from "./use-new-addresses.ts";
import { FailureNotice, useOpenNewChat } from "./FailureNotice.tsx";

interface NewEmailDialogProps {
  channels: readonly Channel[];
  me: Operator;
  /** The recipient with whom the form begins. */
  to?: EmailAddress | undefined;
  onClose: () => void;
}

/** Form for an email that starts a chat (MAIL-153). What is written stays on this device. */
export function NewEmailDialog({ channels, me, to, onClose }: NewEmailDialogProps) {
  const id = useId();
  const form = useNewEmail({ channels, me, to, onClose });
  const { draft, change, files, newAddresses, obstacle, send } = form;
  const isOffline = useLiveState((state) => state.connection.kind === "offline");
  const [isSubmitted, setSubmitted] = useState(false);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (obstacle === null && !isOffline) send();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
  };
  const reason = isOffline ? t("new.offline") : isSubmitted ? obstacle : null;
  return (
    <Dialog
      title={t("new.title")}
      open
      wide
      keepsText
      onClose={onClose}
      actions={
        <>
          <AttachButton chatId={newEmailChatId} onAdded={() => undefined} />
          <span id={`${id}-why`} className="t13 soft grow" role="status">
            {reason ?? (hasContent(draft) ? t("new.kept") : "")}
          </span>
          {hasContent(draft) ? (
            <Button onClick={form.discard}>{t("new.discard")}</Button>
          ) : (
            <Button onClick={onClose}>{t("new.close")}</Button>
          )}
          <Button
            variant="primary"
            type="submit"
            form={id}
            unavailable={isOffline || form.busy}
            aria-describedby={reason === null ? undefined : `${id}-why`}
          >
            {t("new.send")}
          </Button>
        </>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl Enter sends from every field. */}
      <form id={id} className="newemail" onSubmit={submit} onKeyDown={onKeyDown}>
        <FailureNotice failure={form.failure} address={form.address} onClose={onClose} />
        <ChannelField channels={channels} channelId={form.channelId} onChange={change} />
        <EmailHeaders email={form.headers} hasText={false} />
        <Field label={t("new.text")} hideLabel>
          {(ids) => (
            <textarea
              {...ids}
              className="input"
              dir="auto"
              rows={10}
              value={draft.text ?? ""}
              placeholder={t("new.text")}
              onChange={(event) => change({ text: event.target.value })}
            />
          )}
        </Field>
        {files.length > 0 && <AttachmentList files={files} onRemoved={() => undefined} />}
        <p className="t13 soft firstnote" role="status">
          {newAddresses.length > 0 && (
            <>
              <Icon of={IconUsers} small />{" "}
              {t("new.first", { address: newAddresses.join(", ") })}{" "}
            </>
          )}
          {t("new.chat")}
        </p>
      </form>
    </Dialog>
  );
}

/** The address that sends the email. It can be chosen if there are several. */
function ChannelField({
  channels,
  channelId,
  onChange,
}: {
  channels: readonly Channel[];
  channelId: number;
  onChange: (change: NewEmailDraft) => void;
}) {
  if (channels.length < 2) return null;
  return (
    <Select
      label={t("new.from")}
      value={String(channelId)}
      options={channels.map((channel) => ({ value: String(channel.id), label: channel.name }))}
      onChange={(event) => onChange({ channelId: Number(event.target.value) })}
    />
  );
}

/** Manages the draft of the email, its files, and the request that sends it. */
function useNewEmail({ channels, me, to, onClose }: NewEmailDialogProps) {
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
