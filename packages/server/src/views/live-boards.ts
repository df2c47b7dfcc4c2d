import type { LiveReport } from "@parlour/protocol/api";
import type { Principal } from "../auth/index.ts";
import type { AccountConfig, Clock } from "../core/command.ts";
import type { Presence } from "../core/entity.ts";
import type { Reader } from "../store/database/reader.ts";
import { AccountBoard, type DayFigures } from "./account-board.ts";
import type { ViewEntry } from "./account-counts.ts";
import { Ticker } from "./ticker.ts";

export interface LiveBoardsDeps {
  readonly reader: Reader;
  readonly clock: Clock;
  /** The methods of `Journal` that boards use. `head` makes this node follow the account. */
  readonly journal: {
    config(account: number): Promise<AccountConfig>;
    head(account: number): Promise<unknown>;
    subscribe(listener: (account: number, entries: readonly ViewEntry[]) => void): () => void;
    onReset(listener: () => void): () => void;
  };
  readonly presence: {
    of(account: number, operatorId: number): Presence;
    onChange(listener: (account: number) => void): () => void;
  };
  /** Sockets of this node that show the board. */
  readonly boards: {
    list(account: number): readonly {
      readonly principal: Principal;
      /** null: the whole account. */
      readonly department: number | null;
      send(frame: object): void;
    }[];
    onShown(listener: (account: number) => void): void;
  };
  readonly readFigures: (
    reader: Reader,
    config: AccountConfig,
    now: number,
    department: number | null,
  ) => Promise<DayFigures>;
  readonly onFault: (error: unknown) => void;
}
/** The live boards of one node (BOARD-002, BOARD-003). */
export interface LiveBoards {
  /** Returns the board of a department, or of the account, as it is now for a principal. */
  read(principal: Principal, department: number | null): Promise<LiveReport>;
  /** Resolves when the boards that are read now have ended. */
  settle(): Promise<void>;
  close(): void;
}

/** Keeps the boards of the accounts whose sockets of this node show them. */
export function createLiveBoards(deps: LiveBoardsDeps): LiveBoards {
  const { journal, presence, boards } = deps;
  const keeper = new BoardKeeper(deps);
  const stops = [
    journal.subscribe((account, entries) =>
      keeper.change(account, (board) => board.receive(entries)),
    ),
    journal.onReset(() => keeper.clear()),
    presence.onChange((account) =>
      keeper.change(account, (board) => {
        board.isChanged = true;
      }),
    ),
  ];
  boards.onShown((account) => keeper.open(account));
  return {
    read: (principal, department) => keeper.read(principal, department),
    settle: () => keeper.settle(),
    close() {
      for (const stop of stops) stop();
      keeper.clear();
    },
  };
}

class BoardKeeper {
  readonly #deps: LiveBoardsDeps;
  readonly #accounts = new Map<number, AccountBoard>();
  readonly #ticker: Ticker;

  constructor(deps: LiveBoardsDeps) {
    this.#deps = deps;
    this.#ticker = new Ticker(deps.clock, () => this.#tick());
  }

  change(account: number, apply: (board: AccountBoard) => void): void {
    const board = this.#accounts.get(account);
    if (board === undefined) return;
    apply(board);
    if (board.isChanged) this.#ticker.wake();
  }
  open(account: number): AccountBoard {
    let board = this.#accounts.get(account);
    if (board === undefined) {
      const { reader, journal, presence, readFigures } = this.#deps;
      board = new AccountBoard(account, {
        reader,
        loadConfig: () => journal.config(account),
        readFigures: (...scope) => readFigures(reader, ...scope),
        presence: (operatorId) => presence.of(account, operatorId),
      });
      this.#accounts.set(account, board);
    }
    board.isChanged = true;
    this.#ticker.wake();
    return board;
  }
  async read(principal: Principal, department: number | null): Promise<LiveReport> {
    const board = this.open(principal.accountId);
    await this.#load(principal.accountId, board, [department]);
    return board.report(principal, department);
  }
  settle(): Promise<void> {
    return this.#ticker.settle();
  }
  clear(): void {
    this.#accounts.clear();
    this.#ticker.cancel();
  }

  async #load(
    account: number,
    board: AccountBoard,
    departments: readonly (number | null)[],
  ): Promise<void> {
    await this.#deps.journal.head(account);
    await board.load(this.#deps.clock.now(), departments);
  }

  /** Sends the boards that changed, and forgets those that no socket shows. */
  async #tick(): Promise<void> {
    const { clock, boards, onFault } = this.#deps;
    for (const [account, board] of this.#accounts) {
      const sockets = boards.list(account);
      if (sockets.length === 0) {
        this.#accounts.delete(account);
        continue;
      }
      const departments = [...new Set(sockets.map(({ department }) => department))];
      board.show(departments, clock.now());
      if (!board.isChanged && board.figuresDueAt() > clock.now()) continue;
      try {
        board.isChanged = false;
        await this.#load(account, board, departments);
        for (const socket of sockets) {
          const report = board.report(socket.principal, socket.department);
          socket.send({ type: "live_report", report });
        }
      } catch (error) {
        board.isChanged = true;
        onFault(error);
      }
    }
    const due = [...this.#accounts.values()].map((board) =>
      board.isChanged ? 0 : board.figuresDueAt(),
    );
    const at = Math.min(...due);
    this.#ticker.wake(at);
  }
}
