import type { Channel, Operator } from "@parlour/protocol";
import type { ChannelWithSecret } from "@parlour/protocol/api";
import { api } from "../../state/api.ts";
import { Failure } from "../../ui/Failure.tsx";
import { TextField } from "../../ui/Field.tsx";
import { AllowAddress } from "../settings/AllowAddress.tsx";
import { changeAllowed } from "../settings/egress-allow.ts";
import { Summary } from "../settings/Summary.tsx";
import { labAddress } from "./lab-address.ts";
import { StepGo, StepSheet, StepWays } from "./StepSheet.tsx";
import { t } from "./text.ts";
import { useStep, type Faults } from "./use-step.ts";

const places = ["widget", "lab", "own"] as const;
export interface ChannelDraft {
  name: string;
  where: (typeof places)[number];
  endpoint: string;
}

interface StepProps {
  owner: Operator;
  siteName: string | null;
  channelId: number | null;
  draft: ChannelDraft;
  onChange: (draft: ChannelDraft) => void;
  onBack: () => void;
  onSkip: () => void;
  onSaved: (channel: Channel, secret: string | null) => void;
}

/** Step 3: the first way in: a widget on the site, or a chat API channel, for which the lab can stand in (CH-001 wants an endpoint). */
export function ChannelStep({ owner, siteName, channelId, draft, onChange, onBack, onSkip, onSaved }: StepProps) {
  const name = draft.name === "" ? (siteName ?? t("firstchannel.name.default")) : draft.name;
  const { faults, failure, code, busy, submit } = useStep<"name" | "endpoint_url">({
    check: () => check(name, draft),
    send: async () => {
      const saved = await saveChannel(channelId, name.trim(), draft, owner.id);
      onSaved(saved, saved.signing_secret ?? null);
    },
    fields: ["name", "endpoint_url"],
    byCode: { private_address: "endpoint_url" },
  });
  const go = t(channelId !== null ? "setup.next" : draft.where === "widget" ? "firstchannel.widget.go" : "firstchannel.go");
  return (
    <StepSheet
      id="channel-h"
      title={t("firstchannel.title")}
      text={t("firstchannel.text")}
      onSubmit={(event) => void submit(event)}
      acts={
        <>
          <StepWays onBack={onBack} onSkip={onSkip} />
          <StepGo busy={busy}>{go}</StepGo>
        </>
      }
    >
      {failure !== null && <Failure error={failure} />}
      <Summary faults={faults} labels={{ name: t("firstchannel.name"), endpoint_url: t("firstchannel.endpoint") }} />
      <div className="form">
        <TextField
          label={t("firstchannel.name")}
          name="name"
          value={name}
          onChange={(event) => onChange({ ...draft, name: event.target.value })}
          error={faults.name}
          maxLength={100}
          autoComplete="off"
        />
        <Places chosen={draft.where} onChoose={(where) => onChange({ ...draft, where })} />
        {draft.where === "own" && (
          <Endpoint
            value={draft.endpoint}
            onChange={(endpoint) => onChange({ ...draft, endpoint })}
            error={faults.endpoint_url}
            // The address of this machine is allowed on the spot (CORE-123).
            {...(code === "private_address" && { onAllowed: submit })}
          />
        )}
        {draft.where === "lab" && <p className="hint">{t("firstchannel.allow", { address: labAddress })}</p>}
      </div>
    </StepSheet>
  );
}

/** Where visitors write. */
function Places({ chosen, onChoose }: { chosen: ChannelDraft["where"]; onChoose: (where: ChannelDraft["where"]) => void }) {
  return (
    <fieldset className="options">
      <legend className="label">{t("firstchannel.where")}</legend>
      {places.map((place) => (
        <label key={place} className="option">
          <input type="radio" name="where" checked={chosen === place} onChange={() => onChoose(place)} />
          <b>{t(`firstchannel.${place}`)}</b>
          <small>{t(`firstchannel.${place}.hint`)}</small>
        </label>
      ))}
    </fieldset>
  );
}

interface EndpointProps {
  value: string;
  onChange: (endpoint: string) => void;
  error: string | undefined;
  /** It was refused as private, and may be allowed. */
  onAllowed?: () => Promise<void>;
}

function Endpoint({ value, onChange, error, onAllowed }: EndpointProps) {
  return (
    <>
      <TextField
        label={t("firstchannel.endpoint")}
        name="endpoint_url"
        type="url"
        inputMode="url"
        placeholder="https://"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={error}
        hint={t("firstchannel.endpoint.hint")}
        mono
        maxLength={2048}
        spellCheck={false}
      />
      {onAllowed !== undefined && (
        <p>
          <AllowAddress url={value} then={onAllowed} />
        </p>
      )}
    </>
  );
}

function check(name: string, { where, endpoint }: ChannelDraft): Faults<"name" | "endpoint_url"> {
  return {
    ...(name.trim() === "" && { name: t("firstchannel.name.missing") }),
    ...(where === "own" && !/^https?:\/\/./i.test(endpoint.trim()) && { endpoint_url: t("firstchannel.endpoint.missing") }),
  };
}

/** Lets Parlour reach the lab when it is chosen, then makes the channel, or changes the one made before; one of the other kind stays beside it. */
async function saveChannel(made: number | null, name: string, draft: ChannelDraft, operator: number): Promise<ChannelWithSecret> {
  const before = made === null ? null : await api.get<Channel>(`/channels/${made}`);
  const channelId = before !== null && (before.kind === "widget") === (draft.where === "widget") ? before.id : null;
  if (draft.where === "widget") {
    if (channelId === null) return api.post<ChannelWithSecret>("/channels", { kind: "widget", name, operators: [operator] });
    return api.patch<ChannelWithSecret>(`/channels/${channelId}`, { name });
  }
  const endpoint_url = draft.where === "lab" ? `http://${labAddress}/chat` : draft.endpoint.trim();
  if (draft.where === "lab") await changeAllowed({ add: [labAddress] });
  if (channelId === null) return api.post<ChannelWithSecret>("/channels", { name, endpoint_url, chunked: false, operators: [operator] });
  return api.patch<ChannelWithSecret>(`/channels/${channelId}`, { name, endpoint_url });
}
