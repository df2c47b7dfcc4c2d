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

/** Target, event and sample of a test; its result beside it. */
export function TestForm({
  targets,
  target,
  onTarget,
}: {
  targets: readonly Target[];
  target: Target;
  onTarget: (target: Target) => void;
}) {
  const router = useRouter();
  const offline = useLive((state) => state.connection.kind === "offline");
  const samples = useSamples();
  const test = useTest();
  const offered = (samples.data ?? []).filter((one) => one.kind === target.kind);
  const [event, setEvent] = useState(() => {
    const named = (router.state.location.search as Record<string, unknown>)["event"];
    return typeof named === "string" ? named : "";
  });
  const chosen = offered.find((one) => one.event === event) ?? offered[0];
  /** What was typed, by event. */
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(() => {
    const sample = keptSample(target, event);
    return sample === null ? {} : { [event]: JSON.stringify(sample, null, 2) };
  });
  const original = chosen === undefined ? "" : JSON.stringify(chosen.sample, null, 2);
  const text = (chosen && typed[chosen.event]) ?? original;
  const read = chosen === undefined ? null : sampleOf(text);
  const wrong = read !== null && "wrong" in read ? t(`test.wrong.${read.wrong}`) : undefined;
  const submit = (submitted: SubmitEvent) => {
    submitted.preventDefault();
    if (offline || wrong !== undefined) return;
    const fields = chosen !== undefined && read !== null && "sample" in read ? changedFields(read.sample, chosen.sample) : null;
    void test.run(target, chosen?.event ?? "", fields);
  };
  const type = (value: string | null) => {
    if (chosen === undefined) return;
    const { [chosen.event]: _, ...rest } = typed;
    setTyped(value === null ? rest : { ...rest, [chosen.event]: value });
  };
  return (
    <div className="tests">
      <form className="card testbox" aria-label={t("test.form")} onSubmit={submit} noValidate>
        <Select
          label={t("test.target")}
          value={String(targets.indexOf(target))}
          onChange={(changed) => {
            const next = targets[Number(changed.target.value)];
            if (next) onTarget(next);
          }}
          options={targets.map((one, index) => ({ value: String(index), label: `${t(`kind.${one.kind}`)} · ${one.name}` }))}
        />
        {samples.isError && <Failure error={samples.error} onRetry={() => void samples.refetch()} />}
        {target.kind === "channel" ? (
          <p className="t13 soft">{t("test.channel")}</p>
        ) : (
          chosen !== undefined && (
            <>
              <Select
                label={t("test.event")}
                value={chosen.event}
                onChange={(changed) => {
                  setEvent(changed.target.value);
                  test.forget();
                }}
                options={offered.map((one) => ({ value: one.event, label: one.event }))}
              />
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
            </>
          )
        )}
        <div className="line acts">
          <Button type="submit" variant="primary" icon={IconArrowsExchange} unavailable={offline ? t("test.offline") : test.busy || wrong}>
            {t(test.busy ? "test.sending" : "test.send")}
          </Button>
          {text !== original && (
            <Button variant="quiet" icon={IconRestore} onClick={() => type(null)}>
              {t("test.reset")}
            </Button>
          )}
        </div>
      </form>
      <section className="card testbox" aria-label={t("test.result")}>
        <h2>{t("test.result")}</h2>
        {test.failure !== null && <Failure error={test.failure} />}
        {test.tried === null && test.failure === null && <p className="t13 faint">{t("test.waiting")}</p>}
        {test.tried !== null && (
          <>
            <TestVerdict tried={test.tried} />
            <TestWire tried={test.tried} />
          </>
        )}
      </section>
    </div>
  );
}
