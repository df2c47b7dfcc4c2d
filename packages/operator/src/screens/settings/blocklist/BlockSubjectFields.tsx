import type { Channel } from "@parlour/protocol";
import type { BlacklistKind } from "@parlour/protocol/api";
import type { ReactNode } from "react";
import { Select, TextField } from "../../../ui/Field.tsx";
import type { LoadedList } from "../../../ui/loading/ListFailure.tsx";
import { useChannels } from "../../../state/api/queries.ts";
import { blockKinds, kindLabel } from "../../../ui/block/kinds.ts";
import { t } from "./text.ts";

/** The subject of a block list entry or of a check. */
export interface BlockSubject {
  readonly kind: BlacklistKind;
  readonly value: string;
  /** For the kind `customer`. null for others, and if there are no channels. */
  readonly channel_id: number | null;
}
export const emptySubject: BlockSubject = { kind: "email", value: "", channel_id: null };

interface BlockSubjectFieldsProps {
  subject: BlockSubject;
  onChange: (next: BlockSubject) => void;
  error?: string | undefined;
  children?: ReactNode;
}

/** Renders the kind, the value with its error and, for a customer, the channel. */
export function BlockSubjectFields({
  subject,
  onChange,
  error,
  children,
}: BlockSubjectFieldsProps) {
  const source = useChannels();
  const channels = source.data ?? [];
  const setKind = (name: string) => {
    const kind = blockKinds.find((other) => other === name) ?? "email";
    const channel = kind === "customer" ? (channels[0]?.id ?? null) : null;
    onChange({ ...subject, kind, channel_id: channel });
  };
  return (
    <>
      <Select
        label={t("blocklist.kind")}
        value={subject.kind}
        options={blockKinds.map((value) => ({ value, label: kindLabel(value) }))}
        onChange={(event) => setKind(event.target.value)}
      />
      {subject.kind === "customer" && <ChannelSelect {...{ subject, source, onChange }} />}
      <TextField
        label={t("blocklist.value")}
        value={subject.value}
        onChange={(event) => onChange({ ...subject, value: event.target.value })}
        hint={t(`blocklist.hint.${subject.kind}`)}
        error={error}
        maxLength={1024}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
      />
      {children}
    </>
  );
}

function ChannelSelect({
  subject,
  source,
  onChange,
}: {
  subject: BlockSubject;
  source: LoadedList<readonly Channel[]>;
  onChange: (next: BlockSubject) => void;
}) {
  if (source.data?.length === 0) return <p className="t13 soft">{t("blocklist.new.nochannel")}</p>;
  return (
    <Select
      label={t("blocklist.channel_id")}
      value={String(subject.channel_id ?? "")}
      source={source}
      options={(source.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(event) => onChange({ ...subject, channel_id: Number(event.target.value) })}
    />
  );
}
