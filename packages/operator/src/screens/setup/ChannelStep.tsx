import { ApiError } from "@parlour/client";
import type { Channel, Operator } from "@parlour/protocol";
import type { ChannelWithSecret } from "@parlour/protocol/api";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useState, type SubmitEvent } from "react";
import { api } from "../../state/api.ts";
import { Button } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { TextField } from "../../ui/Field.tsx";
import { AllowAddress } from "../settings/AllowAddress.tsx";
import { changeAllowed } from "../settings/egress-allow.ts";
import { Summary } from "../settings/Summary.tsx";
import { t } from "./text.ts";
import { labAddress } from "./lab-address.ts";

export interface ChannelDraft {
  name: string;
  where: "widget" | "lab" | "own";
  endpoint: string;
}
type Faults = Partial<Record<"name" | "endpoint_url", string>>;

/** Step 3: the first way in: a widget on the site, or a chat API channel, for which the lab can stand in (CH-001 wants an endpoint). */
export function ChannelStep({
  owner,
  siteName,
  channelId,
  draft,
  onChange,
  onBack,
  onSkip,
  onSaved,
}: {
  owner: Operator;
  siteName: string | null;
  channelId: number | null;
  draft: ChannelDraft;
  onChange: (draft: ChannelDraft) => void;
  onBack: () => void;
  onSkip: () => void;
  onSaved: (channel: Channel, secret: string | null) => void;
}) {
  const [faults, setFaults] = useState<Faults>({});
  const [isPrivate, setPrivate] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const name = draft.name === "" ? (siteName ?? t("firstchannel.name.default")) : draft.name;

  const submit = async (event?: SubmitEvent) => {
    event?.preventDefault();
    if (busy) return;
    const found: Faults = {
      ...(name.trim() === "" && { name: t("firstchannel.name.missing") }),
      ...(draft.where === "own" && !/^https?:\/\/./i.test(draft.endpoint.trim()) && { endpoint_url: t("firstchannel.endpoint.missing") }),
    };
    setFaults(found);
    setPrivate(false);
    setFailure(null);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const saved = await saveChannel(channelId, name.trim(), draft, owner.id);
      onSaved(saved, saved.signing_secret ?? null);
    } catch (error) {
      setPrivate(error instanceof ApiError && error.code === "private_address");
      if (error instanceof ApiError && (error.field === "name" || error.field === "endpoint_url"))
        setFaults({ [error.field]: error.message });
      else if (error instanceof ApiError && error.code === "private_address") setFaults({ endpoint_url: error.message });
      else setFailure(error);
      setBusy(false);
    }
  };
  return (
    <section className="card sheet" aria-labelledby="channel-h">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <div>
          <h1 className="t26" id="channel-h" tabIndex={-1}>
            {t("firstchannel.title")}
          </h1>
          <p className="soft">{t("firstchannel.text")}</p>
        </div>
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
          <fieldset className="options">
            <legend className="label">{t("firstchannel.where")}</legend>
            <label className="option">
              <input
                type="radio"
                name="where"
                checked={draft.where === "widget"}
                onChange={() => onChange({ ...draft, where: "widget" })}
              />
              <b>{t("firstchannel.widget")}</b>
              <small>{t("firstchannel.widget.hint")}</small>
            </label>
            <label className="option">
              <input type="radio" name="where" checked={draft.where === "lab"} onChange={() => onChange({ ...draft, where: "lab" })} />
              <b>{t("firstchannel.lab")}</b>
              <small>{t("firstchannel.lab.hint")}</small>
            </label>
            <label className="option">
              <input type="radio" name="where" checked={draft.where === "own"} onChange={() => onChange({ ...draft, where: "own" })} />
              <b>{t("firstchannel.own")}</b>
              <small>{t("firstchannel.own.hint")}</small>
            </label>
          </fieldset>
          {draft.where === "own" ? (
            <>
              <TextField
                label={t("firstchannel.endpoint")}
                name="endpoint_url"
                type="url"
                inputMode="url"
                placeholder="https://"
                value={draft.endpoint}
                onChange={(event) => onChange({ ...draft, endpoint: event.target.value })}
                error={faults.endpoint_url}
                hint={t("firstchannel.endpoint.hint")}
                mono
                maxLength={2048}
                spellCheck={false}
              />
              {isPrivate && (
                <p>
                  <AllowAddress url={draft.endpoint} then={() => submit()} />
                </p>
              )}
            </>
          ) : (
            draft.where === "lab" && <p className="hint">{t("firstchannel.allow", { address: labAddress })}</p>
          )}
        </div>
        <div className="acts">
          <Button variant="quiet" icon={IconChevronLeft} flipIcon onClick={onBack}>
            {t("setup.back")}
          </Button>
          <span className="grow" />
          <Button variant="quiet" onClick={onSkip}>
            {t("setup.skip")}
          </Button>
          <Button type="submit" variant="primary" icon={IconChevronRight} flipIcon iconEnd unavailable={busy}>
            {busy
              ? t("setup.busy")
              : channelId !== null
                ? t("setup.next")
                : t(draft.where === "widget" ? "firstchannel.widget.go" : "firstchannel.go")}
          </Button>
        </div>
      </form>
    </section>
  );
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
