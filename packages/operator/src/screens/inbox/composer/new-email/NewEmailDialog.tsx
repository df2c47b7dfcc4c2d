// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import type { Channel } from "@parlour/protocol";
import { IconUsers } from "@tabler/icons-react";
import { useId, useState, type KeyboardEvent, type SyntheticEvent } from "react";
import { useLiveState } from "../../../../state/live-context.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { Dialog } from "../../../../ui/dialog/dialog.tsx";
import { Field, Select } from "../../../../ui/Field.tsx";
import { Icon } from "../../../../ui/Icon.tsx";
import { AttachButton } from "../attach/AttachButton.tsx";
import { AttachmentList } from "../attach/AttachmentList.tsx";
import { EmailHeaders } from "../email/EmailHeaders.tsx";
import { hasContent, newEmailChatId, type NewEmailDraft } from "./new-email-draft.ts";
import { t } from "../../../../ui/email/text.ts";
import { FailureNotice } from "./FailureNotice.tsx";
import { useNewEmail, type NewEmailDialogProps } from "./use-new-email.ts";

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
