import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { Failure } from "../ui/Failure.tsx";

/** A screen that failed to load or to draw. */
export function CrashScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <main className="page centred">
      <div className="card crash">
        <Failure
          error={error}
          onRetry={() => {
            reset();
            void router.invalidate();
          }}
        />
      </div>
    </main>
  );
}
