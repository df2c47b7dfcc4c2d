import type { HttpFault } from "../../services/http-fault.ts";
import { commonFaults, type SwitchedFault } from "../fault-switches.ts";

/** A service whose faults are those of HTTP. `method`: the one that sends, if it has several. */
interface HttpService {
  readonly addFault: (fault: HttpFault) => void;
  readonly endFaults: () => void;
  readonly repeatCallbacks: (count: number) => void;
}

/** The faults of a service, except its own form of a rate limit. */
export function describeHttpFaults(
  service: HttpService,
  method?: string,
): readonly SwitchedFault[] {
  const sending = method === undefined ? {} : { method };
  const failSending = (fault: HttpFault) => (): void =>
    service.addFault({ ...fault, ...sending, times: Infinity });
  return [
    { ...commonFaults.error, start: failSending({ reply: { status: 500 } }) },
    { ...commonFaults.hang, start: failSending({ reply: "hang" }) },
    { ...commonFaults.lost, start: failSending({ isExecuted: true, reply: "reset" }) },
    {
      ...commonFaults.outage,
      start: () => service.addFault({ reply: "reset", times: Infinity }),
    },
    { ...commonFaults.repeats, start: () => service.repeatCallbacks(1) },
  ];
}

export function endHttpFaults(service: HttpService): void {
  service.endFaults();
  service.repeatCallbacks(0);
}
