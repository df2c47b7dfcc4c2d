import type { FinishedMailSignIn } from "@parlour/protocol/api/operations/oauth";
import { useState } from "react";
import { api } from "../../../../../../state/api/api.ts";
import { readReturnQuery } from "../../../../../../ui/address/return-query.ts";
import { Button } from "../../../../../../ui/Button.tsx";
import { ErrorMessage } from "../../../../../../ui/loading/ErrorMessage.tsx";
import { useApiMutation } from "../../../../../../ui/mutation.ts";
import { useOnce } from "../../../../../../ui/loading/use-once.ts";
import { ChannelReturn } from "./ChannelReturn.tsx";
import { Progress } from "./Progress.tsx";
import { ReturnPage } from "./ReturnPage.tsx";
import { t } from "./text.ts";

interface SignInReturnProps {
  /** Continues the set-up of a new channel. Null: begins it again. */
  onDone: (result: FinishedMailSignIn | null) => void;
}

/** Ends a sign-in with the query of the redirect, and removes the query from the address. */
export function SignInReturn({ onDone }: SignInReturnProps) {
  const [query] = useState(readReturnQuery);
  const [result, setResult] = useState<FinishedMailSignIn | null>(null);
  const { failure, run } = useApiMutation();
  const finish = () =>
    run(async () => {
      const body = { query: query.slice(1) };
      const answer = await api.post<FinishedMailSignIn>("/channels/mail-sign-ins/result", body);
      if (answer.channel_id === null) onDone(answer);
      else setResult(answer);
    });
  // The provider's answer works only once.
  useOnce(() => {
    history.replaceState(history.state, "", location.pathname);
    void finish();
  });
  if (result?.channel_id != null)
    return <ChannelReturn result={result} channel={result.channel_id} />;
  return (
    <ReturnPage title={t("mailsignin.title")}>
      {failure === null ? (
        <Progress>{t("mailsignin.finishing")}</Progress>
      ) : (
        <div className="stack16">
          <ErrorMessage error={failure} onRetry={() => void finish()}>
            {t("mailsignin.failed")}
          </ErrorMessage>
          <div className="line">
            <Button variant="primary" onClick={() => onDone(null)}>
              {t("mailsignin.over")}
            </Button>
          </div>
        </div>
      )}
    </ReturnPage>
  );
}
