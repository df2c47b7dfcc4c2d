import type { ReauthenticationMethods } from "@parlour/protocol/api/people/session";
import { lazy, Suspense, useEffect, useState } from "react";
import { api } from "../../../state/api/api.ts";
import { onReauthenticationRequired } from "../../../state/api/reauthentication.ts";
import { getErrorText } from "../../../ui/loading/ErrorMessage.tsx";
import { loadChunk } from "../../../ui/loading/load-chunk.ts";
import { toast } from "../../../ui/dialog/toast.tsx";

const IdentityQuestion = lazy(() =>
  loadChunk(() => import("./ConfirmDialog.tsx")).then((module) => ({
    default: module.IdentityQuestion,
  })),
);

interface Question {
  readonly methods: ReauthenticationMethods;
  readonly resolve: (isConfirmed: boolean) => void;
  readonly isOpen: boolean;
}

/**
 * Asks for a password or passkey when the server requires re-authentication (CORE-014). Afterwards
 * the requests that required it continue. A question that comes late is a notice (CORE-484).
 */
export function ConfirmIdentity() {
  const [question, setQuestion] = useState<Question | null>(null);
  useEffect(() => {
    /** The answer that all requests wait for. */
    let answer: Promise<boolean> | null = null;
    /** Whether nothing was pressed since the latest of them. */
    let isAwaited = (): boolean => false;
    const closed = Promise.withResolvers<false>();
    const ask = async (): Promise<boolean> => {
      try {
        const methods = await api.get<ReauthenticationMethods>("/me/confirm");
        const asked = new Promise<boolean>((resolve) =>
          setQuestion({ methods, resolve, isOpen: isAwaited() }),
        );
        return await Promise.race([asked, closed.promise]);
      } catch (error) {
        toast(getErrorText(error), { tone: "bad" });
        return false;
      } finally {
        answer = null;
      }
    };
    const stop = onReauthenticationRequired((isLatestAwaited) => {
      isAwaited = isLatestAwaited;
      if (isAwaited()) setQuestion((asked) => asked && { ...asked, isOpen: true });
      return (answer ??= ask());
    });
    return () => {
      stop();
      // Nobody is there to answer, as after the end of the session.
      closed.resolve(false);
    };
  }, []);
  if (question === null) return null;
  const settle = (isConfirmed: boolean) => {
    setQuestion(null);
    question.resolve(isConfirmed);
  };
  return (
    <Suspense fallback={null}>
      <IdentityQuestion
        methods={question.methods}
        isOpen={question.isOpen}
        onOpen={() => setQuestion({ ...question, isOpen: true })}
        onAnswer={settle}
      />
    </Suspense>
  );
}
