import type { Samples } from "@parlour/protocol/api";
import { IconArrowsExchange, IconRestore } from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import { useState, type SubmitEvent } from "react";
import { useLiveState } from "../../../state/live-context.tsx";
import { Button } from "../../../ui/Button.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { Select, TextArea } from "../../../ui/Field.tsx";
import {
  getChangedFields,
  loadSample,
  parseSample,
  useSamples,
  useTest,
  type TestTarget,
} from "../../../ui/exchange/test/test-event.ts";
import { TestOutcome, TestExchange } from "../../../ui/exchange/test/TestResult.tsx";
import { t } from "../text.ts";

interface TestFormProps {
  targets: readonly TestTarget[];
  target: TestTarget;
  onTarget: (target: TestTarget) => void;
}

/** Form with target, event and sample of a test. The result is shown next to it. */
export function TestForm({ targets, target, onTarget }: TestFormProps) {
  const offline = useLiveState((state) => state.connection.kind === "offline");
  const samples = useSamples();
  const test = useTest();
  const { selected, samplesOfKind, selectEvent, sample } = useSampleEditor(
    target,
    samples.data ?? [],
  );
  const submit = (submitted: SubmitEvent) => {
    submitted.preventDefault();
    if (offline || sample.wrong !== undefined) return;
    void test.run(target, selected?.event ?? "", sample.fields);
  };
  return (
    <div className="tests">
      <form className="card testbox" aria-label={t("test.form")} onSubmit={submit} noValidate>
        <TargetSelect targets={targets} target={target} onTarget={onTarget} />
        {samples.isError && (
          <ErrorMessage error={samples.error} onRetry={() => void samples.refetch()} />
        )}
        {target.kind === "channel" && <p className="t13 soft">{t("test.channel")}</p>}
        {target.kind !== "channel" && selected !== undefined && (
          <>
            <Select
              label={t("test.event")}
              value={selected.event}
              onChange={(changed) => {
                selectEvent(changed.target.value);
                test.clear();
              }}
              options={samplesOfKind.map((item) => ({ value: item.event, label: item.event }))}
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
      <TestResultCard target={target} test={test} />
    </div>
  );
}

/**
 * Manages the selected event and its edited sample. Keeps edits while another event is selected.
 */
function useSampleEditor(target: TestTarget, allSamples: Samples["items"]) {
  const router = useRouter();
  const samplesOfKind = allSamples.filter((item) => item.kind === target.kind);
  const [event, selectEvent] = useState(() => {
    const eventInUrl = (router.state.location.search as Record<string, unknown>)["event"];
    return typeof eventInUrl === "string" ? eventInUrl : "";
  });
  const selected = samplesOfKind.find((item) => item.event === event) ?? samplesOfKind[0];
  /** Edited sample texts by event. */
  const [editedTexts, setEditedTexts] = useState<Readonly<Record<string, string>>>(() => {
    const storedSample = loadSample(target, event);
    return storedSample === null ? {} : { [event]: JSON.stringify(storedSample, null, 2) };
  });
  const originalText = selected === undefined ? "" : JSON.stringify(selected.sample, null, 2);
  const text = (selected && editedTexts[selected.event]) ?? originalText;
  const parsed = selected === undefined ? null : parseSample(text);
  const setText = (value: string | null) => {
    if (selected === undefined) return;
    const { [selected.event]: _, ...rest } = editedTexts;
    setEditedTexts(value === null ? rest : { ...rest, [selected.event]: value });
  };
  const sample = {
    text,
    isChanged: text !== originalText,
    /** Reason why the sample cannot be sent. */
    wrong: parsed !== null && "wrong" in parsed ? t(`test.wrong.${parsed.wrong}`) : undefined,
    /** Names of the fields that differ from the server's sample. */
    fields:
      selected !== undefined && parsed !== null && "sample" in parsed
        ? getChangedFields(parsed.sample, selected.sample)
        : null,
    /** Sets the text. With null, restores the original sample. */
    type: setText,
  };
  return { selected, samplesOfKind, selectEvent, sample };
}

function TargetSelect({ targets, target, onTarget }: TestFormProps) {
  return (
    <Select
      label={t("test.target")}
      value={String(targets.indexOf(target))}
      onChange={(changed) => {
        const next = targets[Number(changed.target.value)];
        if (next) onTarget(next);
      }}
      options={targets.map((item, index) => ({
        value: String(index),
        label: `${t(`kind.${item.kind}`)} · ${item.name}`,
      }))}
    />
  );
}

function SampleArea({ sample }: { sample: ReturnType<typeof useSampleEditor>["sample"] }) {
  return (
    <TextArea
      label={t("test.sample")}
      hint={t("test.sample.hint")}
      value={sample.text}
      onChange={(changed) => sample.type(changed.target.value)}
      error={sample.wrong}
      rows={18}
      spellCheck={false}
      autoComplete="off"
    />
  );
}

/** Shows the endpoint's response byte by byte. The response to a test does not change any chat. */
function TestResultCard({
  target,
  test: { result, failure },
}: {
  target: TestTarget;
  test: ReturnType<typeof useTest>;
}) {
  return (
    <section className="card testbox" aria-label={t("test.result")}>
      <h2>{t("test.result")}</h2>
      {failure !== null && <ErrorMessage error={failure} />}
      {result === null && failure === null && <p className="t13 faint">{t("test.waiting")}</p>}
      {result !== null && (
        <>
          <TestOutcome target={target} result={result} />
          <TestExchange result={result} />
        </>
      )}
    </section>
  );
}
