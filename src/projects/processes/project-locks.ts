/** One at a time for each project, in order of arrival. */
export interface ProjectLocks {
  /** Waits for its turn; resolves to the function that ends it. `first` goes before all that wait. */
  readonly acquire: (projectId: string, options?: { readonly first?: boolean }) => Promise<() => void>;
}

/** Free locks; a project that no task waits for costs nothing. */
export function createProjectLocks(): ProjectLocks {
  const waiting = new Map<string, (() => void)[]>();
  return {
    acquire: async (projectId, { first = false } = {}) => {
      const queue = waiting.get(projectId);
      if (queue === undefined) waiting.set(projectId, []);
      else await new Promise<void>((turn) => void (first ? queue.unshift(turn) : queue.push(turn)));
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        const next = waiting.get(projectId)?.shift();
        if (next === undefined) waiting.delete(projectId);
        else next();
      };
    },
  };
}
