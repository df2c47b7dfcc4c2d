import type { BlacklistKind } from "@parlour/protocol/api";
import type { ReactNode } from "react";
import { Select, TextField } from "../../../ui/Field.tsx";
import { useChannels } from "../data.ts";
import { blacklistKinds, kindName } from "./kinds.ts";
import { t } from "./text.ts";

/** The subject of an entry or of a check. */
export interface Named {
  readonly kind: BlacklistKind;
  readonly value: string;
  /** Channel id as text, for kind `customer`. "" until the channels are loaded. */
  readonly channel: string;
}
export const nobody: Named = { kind: "email", value: "", channel: "" };

interface KindFieldsProps {
  named: Named;
  onChange: (next: Named) => void;
  fault?: string | undefined;
  children?: ReactNode;
}

/** Selects kind, value and, for a customer, the channel. `error` is shown below the value. */
export function KindFields({ named, onChange, fault, children }: KindFieldsProps) {
  return (
    <>
      <Select
        label={t("blocklist.new.kind")}
        value={named.kind}
        options={blacklistKinds.map((value) => ({ value, label: kindName(value) }))}
        onChange={(event) => onChange({ ...named, kind: blacklistKinds.find((one) => one === event.target.value) ?? "email" })}
      />
      {named.kind === "customer" && <ChannelSelect named={named} onChange={onChange} />}
      <TextField
        label={t("blocklist.new.value")}
        value={named.value}
        onChange={(event) => onChange({ ...named, value: event.target.value })}
        hint={t(`blocklist.hint.${named.kind}`)}
        error={fault}
        maxLength={1024}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
      />
      {children}
    </>
  );
}

function ChannelSelect({ named, onChange }: Pick<KindFieldsProps, "named" | "onChange">) {
  const { data: channels = [] } = useChannels();
  const options = channels.map((channel) => ({ value: String(channel.id), label: channel.name }));
  const [first] = options;
  if (first === undefined) return <p className="t13 soft">{t("blocklist.new.nochannel")}</p>;
  return (
    <Select
      label={t("blocklist.new.channel")}
      value={named.channel === "" ? first.value : named.channel}
      options={options}
      onChange={(event) => onChange({ ...named, channel: event.target.value })}
    />
  );
}

/** Returns a function for the channel id of a customer. It returns undefined for other kinds. */
export function useChannelIdOf(): (named: Named) => number | undefined {
  const { data: channels = [] } = useChannels();
  return ({ kind, channel }) => {
    if (kind !== "customer") return undefined;
    return channel === "" ? channels[0]?.id : Number(channel);
  };
}
