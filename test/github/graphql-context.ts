/** What every field of GraphQL can ask for. */
import type { Repository } from "./repository.ts";

/** `need` throws unless whoever asks may read this part of a repository. */
export type GraphqlContext = { need: (repository: Repository, permission: string) => void };
