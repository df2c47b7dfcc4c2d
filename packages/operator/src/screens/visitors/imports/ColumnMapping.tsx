import type { Channel } from "@parlour/protocol";
import type { VisitorImportDetails, VisitorImportPlan } from "@parlour/protocol/api";
import { identityTarget, importTargets } from "@parlour/protocol/visitor-import";
import { useState } from "react";
import { useAllChannels } from "../../../state/api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { Select } from "../../../ui/Field.tsx";
import { useFields } from "../../../ui/fields/use-fields.ts";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { useApiMutation } from "../../../ui/mutation.ts";
import { MutationButton } from "../../../ui/MutationButton.tsx";
import { t } from "./text.ts";

interface ColumnMappingProps {
  found: VisitorImportDetails;
  onPlan: (plan: VisitorImportPlan) => Promise<void>;
  onCancel: () => Promise<void>;
}
/** What each column contains. "": it is ignored. */
type Targets = readonly string[];

/** The column of a file that identifies visitors of a channel, if none is named so. */
const identityContacts: Partial<Record<Channel["kind"], string>> = {
  mail: "email",
  whatsapp: "phone",
};

/** Asks for the channel of the visitors and for what each column contains. */
export function ColumnMapping({ found, onPlan, onCancel }: ColumnMappingProps) {
  const channels = useAllChannels().data ?? [];
  const [channelId, setChannelId] = useState(String(found.channel?.id ?? ""));
  const [targets, setTargets] = useState<Targets>(() =>
    found.columns.map(({ target }) => target ?? ""),
  );
  const [isChecked, setChecked] = useState(false);
  const { busy, failure, run } = useApiMutation();
  const kind = channels.find(({ id }) => String(id) === channelId)?.kind;
  const hasIdentity = targets.includes(identityTarget);
  const options = useTargetOptions(kind);
  const choose = (column: number, target: string) =>
    setTargets(targets.map((one, n) => (n === column ? target : one === target ? "" : one)));
  const chooseChannel = (id: string) => {
    setChannelId(id);
    const contact = identityContacts[channels.find((one) => String(one.id) === id)?.kind ?? "api"];
    if (!hasIdentity && contact !== undefined)
      setTargets(targets.map((one) => (one === contact ? identityTarget : one)));
  };
  const plan = () => {
    setChecked(true);
    if (channelId === "" || !hasIdentity) return;
    void run(() =>
      onPlan({
        channel_id: Number(channelId),
        columns: targets.map((target) => (target === "" ? null : target)),
      }),
    );
  };
  return (
    <>
      <p>{t("vimport.map.text", { n: found.total })}</p>
      {failure !== null && <ErrorMessage error={failure} />}
      <Select
        label={t("vimport.channel")}
        value={channelId}
        error={isChecked && channelId === "" ? t("vimport.channel.missing") : undefined}
        options={[
          { value: "", label: t("vimport.choose") },
          ...channels.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={({ target }) => chooseChannel(target.value)}
      />
      <fieldset className="importcolumns">
        <legend>{t("vimport.columns")}</legend>
        {isChecked && !hasIdentity && (
          <p className="err" role="alert">
            {t("vimport.identity.missing")}
          </p>
        )}
        {found.columns.map(({ name, examples }, n) => (
          <Select
            // oxlint-disable-next-line react/no-array-index-key -- names of columns can repeat
            key={n}
            label={name === "" ? t("vimport.column", { n: n + 1 }) : name}
            hint={examples.length === 0 ? t("vimport.column.empty") : examples.join(" · ")}
            value={targets[n] ?? ""}
            options={options}
            onChange={({ target }) => choose(n, target.value)}
          />
        ))}
      </fieldset>
      <div className="importacts">
        <MutationButton variant="quiet" mutate={onCancel}>
          {t("vimport.cancel")}
        </MutationButton>
        <Button variant="primary" unavailable={busy} onClick={plan}>
          {t("vimport.plan")}
        </Button>
      </div>
    </>
  );
}

/** Kinds of channels whose identity has a name of its own. */
const namedIdentities = ["api", "mail", "telegram", "whatsapp", "widget"] as const;

/** Returns what a column can contain: identity, contacts, and fields that imports may set. */
function useTargetOptions(kind: Channel["kind"] | undefined) {
  const fields = useFields().data ?? [];
  return [
    { value: "", label: t("vimport.target.none") },
    ...importTargets.map((target) => ({
      value: target,
      label:
        target === identityTarget
          ? t(`vimport.identity.${namedIdentities.find((one) => one === kind) ?? "any"}`)
          : t(`vimport.target.${target}`),
    })),
    ...fields
      .filter(({ object, sources }) => object === "visitor" && sources.includes("import"))
      .map(({ key, name }) => ({ value: `fields.${key}`, label: name })),
  ];
}
