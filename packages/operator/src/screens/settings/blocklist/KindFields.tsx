import type { BlacklistKind } from "@parlour/protocol/api";
import type { ReactNode } from "react";
import { Select, TextField } from "../../../ui/Field.tsx";
import { useChannels } from "../data.ts";
import { blacklistKinds, kindName } from "./kinds.ts";
import { t } from "./text.ts";

/** What an entry or a question names. */
export interface Named {
  readonly kind: BlacklistKind;
  readonly value: string;
  /** Of `customer`; "" before the channels are known. */
  readonly channel: string;
}
export const nobody: Named = { kind: "email", value: "", channel: "" };

/** Kind, value and, for a customer, the channel; `fault` stands under the value. */
export function KindFields({
  named,
  onChange,
  fault,
  children,
}: {
  named: Named;
  onChange: (next: Named) => void;
  fault?: string | undefined;
  children?: ReactNode;
}) {
  const { data: channels = [] } = useChannels();
  const options = channels.map((channel) => ({ value: String(channel.id), label: channel.name }));
  return (
    <>
      <Select
        label={t("blocklist.new.kind")}
        value={named.kind}
        options={blacklistKinds.map((value) => ({ value, label: kindName(value) }))}
        onChange={(event) => onChange({ ...named, kind: blacklistKinds.find((one) => one === event.target.value) ?? "email" })}
      />
      {named.kind === "customer" &&
        (options.length === 0 ? (
          <p className="t13 soft">{t("blocklist.new.nochannel")}</p>
        ) : (
          <Select
            label={t("blocklist.new.channel")}
            value={channelOf(named, options)}
            options={options}
            onChange={(event) => onChange({ ...named, channel: event.target.value })}
          />
        ))}
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

/** The chosen channel, the first one before a choice. */
function channelOf({ channel }: Named, options: readonly { value: string }[]): string {
  return channel === "" ? (options[0]?.value ?? "") : channel;
}

/** The channel of a customer as the API wants it; undefined for other kinds. */
export function useChannelId({ kind, channel }: Named): number | undefined {
  const { data: channels = [] } = useChannels();
  if (kind !== "customer") return undefined;
  return channel === "" ? channels[0]?.id : Number(channel);
}
