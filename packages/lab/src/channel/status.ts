import { describeError } from "./send-message.ts";
import type { ChannelStatus, LabState } from "../state.ts";

/** Polls the channel's status (CH-010) every two seconds until `signal` is aborted. */
export function pollStatus(state: LabState, signal: AbortSignal): void {
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning || !state.watched) return;
    isRunning = true;
    void refreshStatus(state).finally(() => {
      isRunning = false;
    });
  }, 2000);
  signal.addEventListener("abort", () => clearInterval(timer));
}

/** Reads the channel's status once and publishes it if it changed. */
export async function refreshStatus(state: LabState): Promise<void> {
  const channel = state.setup.channel;
  const next =
    channel === null
      ? ({ value: null, text: "No channel yet" } as const)
      : await readStatus(`${channel}/status`);
  if (channel !== state.setup.channel) return;
  const changed = next.value !== state.status.value || next.text !== state.status.text;
  state.status = { ...next, at: Date.now() };
  if (changed) state.publish({ status: state.status });
}

async function readStatus(url: string): Promise<Omit<ChannelStatus, "at">> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(3000), redirect: "manual" });
    const body = (await response.text()).slice(0, 200);
    if (response.status === 200 && body === "1") return { value: 1, text: "Available" };
    if (response.status === 200 && body === "0") return { value: 0, text: "Nobody available" };
    if (response.status === 404)
      return { value: null, text: "Parlour does not know this inbound URL" };
    return { value: null, text: `Status answered ${response.status}` };
  } catch (error) {
    return { value: null, text: describeError(error) };
  }
}
