/** The events of the page that the connection needs; `window` in a browser. */
export interface PageEvents {
  readonly addEventListener: EventTarget["addEventListener"];
}

/** A connection to IndexedDB that a page keeps only while it is shown. */
export interface DatabaseConnection {
  /** Resolves when the database is open for the first time. Rejects if it cannot be opened. */
  readonly opened: Promise<void>;
  /** Runs `work` with a transaction. Opens the database first if it is closed. */
  run<T>(
    stores: readonly string[],
    options: TransactionOptions,
    work: (transaction: IDBTransaction) => Promise<T>,
  ): Promise<T>;
}
interface TransactionOptions extends IDBTransactionOptions {
  readonly mode: IDBTransactionMode;
}

/**
 * Opens the database. When the page is hidden, ends its transactions and closes the database:
 * WebKit stores such a page with its locks, and they would block the next page for ever (CORE-335).
 * A page that is shown again opens the database with its next operation.
 */
export function connectDatabase(
  open: () => Promise<IDBDatabase>,
  page: PageEvents,
): DatabaseConnection {
  let database: IDBDatabase | null = null;
  let opening: Promise<IDBDatabase> | null = null;
  const transactions = new Set<IDBTransaction>();
  const close = (): void => {
    database?.close();
    database = null;
  };
  const connect = (): Promise<IDBDatabase> =>
    (opening ??= open()
      .then((opened) => {
        database = opened;
        // So that a page with a newer version can upgrade the database while this page is open.
        opened.onversionchange = close;
        opened.onclose = close;
        return opened;
      })
      .finally(() => {
        opening = null;
      }));
  page.addEventListener("pagehide", () => {
    for (const transaction of transactions) abortUnlessCommitting(transaction);
    close();
  });
  const opened = connect().then(() => undefined);
  opened.catch(() => undefined); // each operation reports it
  return {
    opened,
    async run(stores, { mode, ...options }, work) {
      const transaction = (database ?? (await connect())).transaction([...stores], mode, options);
      transactions.add(transaction);
      try {
        return await work(transaction);
      } finally {
        transactions.delete(transaction);
      }
    },
  };
}

/** Ends a read. The changes of a write are already being committed, which needs no page. */
function abortUnlessCommitting(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "InvalidStateError")) throw error;
  }
}
