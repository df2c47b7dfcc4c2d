import type { Samples } from "@parlour/protocol/api";
import { IconArrowsExchange, IconRestore } from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import { useState, type SubmitEvent } from "react";
import { useLive } from "../../state/live-context.tsx";
import { Button } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { Select, TextArea } from "../../ui/Field.tsx";
import { changedFields, keptSample, sampleOf, useSamples, useTest, type Target } from "./test-event.ts";
import { TestVerdict, TestWire } from "./TestResult.tsx";
import { t } from "./text.ts";

interface FormProps {
  targets: readonly Target[];
  target: Target;
  onTarget: (target: Target) => void;
}

/** Edits target, event and sample of a test, and shows the result beside them. */
export function TestForm({ targets, target, onTarget }: FormProps) {
  const offline = useLive((state) => state.connection.kind === "offline");
  const samples = useSamples();
  const test = useTest();
  const { chosen, offered, choose, sample } = useSample(target, samples.data ?? []);
  const submit = (submitted: SubmitEvent) => {
    submitted.preventDefault();
    if (offline || sample.wrong !== undefined) return;
    void test.run(target, chosen?.event ?? "", sample.fields);
  };
  return (
    <div className="tests">
      <form className="card testbox" aria-label={t("test.form")} onSubmit={submit} noValidate>
        <TargetSelect targets={targets} target={target} onTarget={onTarget} />
        {samples.isError && <Failure error={samples.error} onRetry={() => void samples.refetch()} />}
        {target.kind === "channel" && <p className="t13 soft">{t("test.channel")}</p>}
        {target.kind !== "channel" && chosen !== undefined && (
          <>
            <Select
              label={t("test.event")}
              value={chosen.event}
              onChange={(changed) => {
                choose(changed.target.value);
                test.forget();
              }}
              options={offered.map((one) => ({ value: one.event, label: one.event }))}
            />
            <SampleArea sample={sample} />
          </>
        )}
        <div className="line acts">
          <Button
            type="submit"
            variant="primary"
            icon={IconArrowsExchange}
            unavailable={offline ? t("test.offline") : test.busy || sample.wrong}
          >
            {t(test.busy ? "test.sending" : "test.send")}
          </Button>
          {sample.isChanged && (
            <Button variant="quiet" icon={IconRestore} onClick={() => sample.type(null)}>
              {t("test.reset")}
            </Button>
          )}
        </div>
      </form>
      <Result target={target} tried={test.tried} failure={test.failure} />
    </div>
  );
}

/**
 * Manages the selected event and its edited sample. Edits are kept while another event is selected.
 */
function useSample(target: Target, all: Samples["items"]) {
  const router = useRouter();
  const offered = all.filter((one) => one.kind === target.kind);
  const [event, choose] = useState(() => {
    const named = (router.state.location.search as Record<string, unknown>)["event"];
    return typeof named === "string" ? named : "";
  });
  const chosen = offered.find((one) => one.event === event) ?? offered[0];
  /** Edited texts by event. */
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(() => {
    const kept = keptSample(target, event);
    return kept === null ? {} : { [event]: JSON.stringify(kept, null, 2) };
  });
  const original = chosen === undefined ? "" : JSON.stringify(chosen.sample, null, 2);
  const text = (chosen && typed[chosen.event]) ?? original;
  const read = chosen === undefined ? null : sampleOf(text);
  const type = (value: string | null) => {
    if (chosen === undefined) return;
    const { [chosen.event]: _, ...rest } = typed;
    setTyped(value === null ? rest : { ...rest, [chosen.event]: value });
  };
  const sample = {
    text,
    isChanged: text !== original,
    /** Why the sample cannot be sent. */
    wrong: read !== null && "wrong" in read ? t(`test.wrong.${read.wrong}`) : undefined,
    /** Fields that differ from the server's sample. */
    fields: chosen !== undefined && read !== null && "sample" in read ? changedFields(read.sample, chosen.sample) : null,
    /** null restores the original sample. */
    type,
  };
  return { chosen, offered, choose, sample };
}

function TargetSelect({ targets, target, onTarget }: FormProps) {
  return (
    <Select
      label={t("test.target")}
      value={String(targets.indexOf(target))}
      onChange={(changed) => {
        const next = targets[Number(changed.target.value)];
        if (next) onTarget(next);
      }}
      options={targets.map((one, index) => ({ value: String(index), label: `${t(`kind.${one.kind}`)} · ${one.name}` }))}
    />
  );
}

function SampleArea({ sample: { text, wrong, type } }: Pick<ReturnType<typeof useSample>, "sample">) {
  return (
    <TextArea
      label={t("test.sample")}
      hint={t("test.sample.hint")}
      value={text}
      onChange={(changed) => type(changed.target.value)}
      error={wrong}
      rows={18}
      spellCheck={false}
      autoComplete="off"
    />
  );
}

/** Shows the endpoint's response byte for byte. A test response does not change any chat. */
function Result({ target, tried, failure }: { target: Target } & Pick<ReturnType<typeof useTest>, "tried" | "failure">) {
  return (
    <section className="card testbox" aria-label={t("test.result")}>
      <h2>{t("test.result")}</h2>
      {failure !== null && <Failure error={failure} />}
      {tried === null && failure === null && <p className="t13 faint">{t("test.waiting")}</p>}
      {tried !== null && (
        <>
          <TestVerdict target={target} tried={tried} />
          <TestWire tried={tried} />
        </>
      )}
    </section>
  );
}
