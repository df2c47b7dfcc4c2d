import type { BlacklistKind } from "@parlour/protocol/api";
import type { ReactNode } from "react";
import { Select, TextField } from "../../../ui/Field.tsx";
import { useChannels } from "../queries.ts";
import { blockKinds, kindLabel } from "./kinds.ts";
import { t } from "./text.ts";

/** The subject of a block list entry or of a check. */
export interface BlockSubject {
  readonly kind: BlacklistKind;
  readonly value: string;
  /** Channel id as text, for the kind `customer`. Empty until the channels are loaded. */
  readonly channel: string;
}
export const emptySubject: BlockSubject = { kind: "email", value: "", channel: "" };

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
  return (
    <>
      <Select
        label={t("blocklist.new.kind")}
        value={subject.kind}
        options={blockKinds.map((value) => ({ value, label: kindLabel(value) }))}
        onChange={(event) =>
          onChange({
            ...subject,
            kind: blockKinds.find((kind) => kind === event.target.value) ?? "email",
          })
        }
      />
      {subject.kind === "customer" && <ChannelSelect subject={subject} onChange={onChange} />}
      <TextField
        label={t("blocklist.new.value")}
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
  onChange,
}: Pick<BlockSubjectFieldsProps, "subject" | "onChange">) {
  const { data: channels = [] } = useChannels();
  const options = channels.map((channel) => ({ value: String(channel.id), label: channel.name }));
  const [first] = options;
  if (first === undefined) return <p className="t13 soft">{t("blocklist.new.nochannel")}</p>;
  return (
    <Select
      label={t("blocklist.new.channel")}
      value={subject.channel === "" ? first.value : subject.channel}
      options={options}
      onChange={(event) => onChange({ ...subject, channel: event.target.value })}
    />
  );
}

/** Returns a function that returns the channel id for a customer, and undefined for other kinds. */
export function useChannelId(): (named: BlockSubject) => number | undefined {
  const { data: channels = [] } = useChannels();
  return ({ kind, channel }) => {
    if (kind !== "customer") return undefined;
    return channel === "" ? channels[0]?.id : Number(channel);
  };
}
