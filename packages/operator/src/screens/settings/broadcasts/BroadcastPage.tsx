import type { BroadcastDetails, BroadcastPreview } from "@parlour/protocol/api";
import { exclusions, recipientStates } from "@parlour/protocol/broadcast";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, queryClient } from "../../../state/api/api.ts";
import { Banner } from "../../../ui/badges.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Confirm } from "../../../ui/dialog/dialog.tsx";
import { toast } from "../../../ui/dialog/toast.tsx";
import { TextField } from "../../../ui/Field.tsx";
import { MutationButton } from "../../../ui/MutationButton.tsx";
import { runOrToast } from "../../../ui/mutation.ts";
import { TimeDialog } from "../../../ui/time-words/TimeDialog.tsx";
import { QueryPage } from "../kit/resource/QueryPage.tsx";
import { RecipientList } from "./RecipientList.tsx";
import { t } from "./text.ts";

/** Renders one broadcast: its content, its recipients and its results. */
export function BroadcastPage({ id }: { id: number }) {
  const query = useQuery({
    queryKey: ["broadcasts", id],
    queryFn: () => api.get<BroadcastDetails>(`/broadcasts/${id}`),
    refetchInterval: ({ state }) => (state.data?.state === "draft" ? false : 2_000),
  });
  return (
    <QueryPage
      query={query}
      title={query.data?.name ?? t("broadcast.title")}
      about={query.data === undefined ? "" : describe(query.data)}
      rows={false}
      tools={(broadcast) => <StateButtons broadcast={broadcast} />}
    >
      {(broadcast) => (
        <>
          {broadcast.stopped_by_failures && <Banner tone="bad">{t("broadcast.stopped")}</Banner>}
          <div className="cols one">
            {broadcast.state === "draft" || broadcast.state === "scheduled" ? (
              <Draft broadcast={broadcast} />
            ) : (
              <Results broadcast={broadcast} />
            )}
          </div>
        </>
      )}
    </QueryPage>
  );
}

const describe = ({ state, segment, channel, processed, total }: BroadcastDetails): string =>
  [
    t(`broadcast.in.${state}`),
    segment.name,
    channel.name,
    ...(total === 0 ? [] : [t("broadcast.of", { n: processed, total })]),
  ].join(" · ");

async function act(id: number, action: string, body: object = {}): Promise<void> {
  await api.post(`/broadcasts/${id}/${action}`, body);
  await queryClient.invalidateQueries({ queryKey: ["broadcasts"] });
}

/** Buttons for the changes that the state allows. */
function StateButtons({ broadcast: { id, state } }: { broadcast: BroadcastDetails }) {
  const isEnded = state === "done" || state === "cancelled";
  return (
    <>
      {state === "running" && (
        <MutationButton mutate={() => act(id, "pause")}>{t("broadcast.pause")}</MutationButton>
      )}
      {state === "paused" && (
        <MutationButton variant="primary" mutate={() => act(id, "continue")}>
          {t("broadcast.continue")}
        </MutationButton>
      )}
      {!isEnded && (
        <MutationButton variant="quiet" mutate={() => act(id, "cancel")}>
          {t("broadcast.cancel")}
        </MutationButton>
      )}
    </>
  );
}

/** Shows the message as a visitor gets it, the number of recipients, and what starts it. */
function Draft({ broadcast: { id, state } }: { broadcast: BroadcastDetails }) {
  const [visitor, setVisitor] = useState("");
  const number = /^[1-9]\d{0,15}$/.test(visitor) ? Number(visitor) : undefined;
  const { data } = useQuery({
    queryKey: ["broadcasts", id, "preview", number],
    queryFn: () =>
      api.get<BroadcastPreview>(`/broadcasts/${id}/preview`, { query: { visitor: number } }),
    placeholderData: (before) => before,
  });
  return (
    <>
      <section className="group">
        <h2>{t("broadcast.preview")}</h2>
        <TextField
          label={t("broadcast.test.visitor")}
          hint={t("broadcast.test.hint")}
          inputMode="numeric"
          value={visitor}
          onChange={({ target }) => setVisitor(target.value.trim())}
        />
        {data?.example === null && <p className="soft">{t("broadcast.preview.nobody")}</p>}
        {data?.example != null && (
          <figure aria-label={t("broadcast.preview.for", { number: data.example.visitor })}>
            {data.example.subject !== undefined && (
              <strong dir="auto">{data.example.subject}</strong>
            )}
            <p dir="auto" style={{ whiteSpace: "pre-wrap" }}>
              {data.example.text}
            </p>
            <figcaption className="t12 faint">
              {t("broadcast.preview.for", { number: data.example.visitor })}
            </figcaption>
          </figure>
        )}
        <div className="line">
          <MutationButton
            mutate={async () => {
              await api.post(
                `/broadcasts/${id}/test`,
                number === undefined ? {} : { visitor: number },
              );
              toast(t("broadcast.test.done"));
            }}
          >
            {t("broadcast.test")}
          </MutationButton>
        </div>
      </section>
      {data !== undefined && (
        <section className="group">
          <h2>{t("broadcast.recipients")}</h2>
          <p>
            {t(data.complete ? "broadcast.recipients.now" : "broadcast.recipients.some", {
              n: data.recipients,
            })}
          </p>
          <LeftOut counts={data.left_out} />
          {state === "draft" && <StartButtons id={id} recipients={data.recipients} />}
        </section>
      )}
    </>
  );
}

/** Starts the broadcast after a question, or at a time. */
function StartButtons({ id, recipients }: { id: number; recipients: number }) {
  const [open, setOpen] = useState<"now" | "later" | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="line">
      <Button variant="primary" onClick={() => setOpen("now")}>
        {t("broadcast.start")}
      </Button>
      <Button onClick={() => setOpen("later")}>{t("broadcast.later")}</Button>
      <Confirm
        title={t("broadcast.confirm")}
        open={open === "now"}
        button={t("broadcast.start")}
        onConfirm={() => void runOrToast(() => act(id, "start")).then(close)}
        onClose={close}
      >
        <p>{t("broadcast.confirm.text", { n: recipients })}</p>
      </Confirm>
      {open === "later" && (
        <TimeDialog
          title={t("broadcast.later")}
          label={t("broadcast.later.time")}
          button={t("broadcast.later.do")}
          onTime={(at) => act(id, "start", { at: new Date(at).toISOString() })}
          onClose={close}
        />
      )}
    </div>
  );
}

function LeftOut({ counts }: { counts: BroadcastPreview["left_out"] }) {
  return (
    <dl className="lasts">
      {exclusions
        .filter((reason) => counts[reason] > 0)
        .map((reason) => (
          <div key={reason} style={{ display: "contents" }}>
            <dt>{t(`broadcast.not.${reason}`)}</dt>
            <dd className="num">{counts[reason]}</dd>
          </div>
        ))}
    </dl>
  );
}

/** Shows the numbers by state, and the visitors. */
function Results({ broadcast }: { broadcast: BroadcastDetails }) {
  const { id, counts } = broadcast;
  return (
    <>
      <section className="group">
        <h2>{t("broadcast.results")}</h2>
        <dl className="lasts">
          {recipientStates
            .filter((state) => counts[state] > 0)
            .map((state) => (
              <div key={state} style={{ display: "contents" }}>
                <dt>{t(`broadcast.is.${state}`)}</dt>
                <dd className="num">{counts[state]}</dd>
              </div>
            ))}
        </dl>
        <LeftOut counts={broadcast.left_out} />
      </section>
      <RecipientList id={id} />
    </>
  );
}
