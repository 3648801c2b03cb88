/** Lists as GraphQL pages them, and GitHub's limits on what one query may ask for. */
import {
  getNamedType,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type GraphQLSchema,
} from "graphql";

export type PageArguments = { first?: number; last?: number; after?: string | null };

/** A page of a list: the first after a cursor, or the last. */
export function connection<T>(
  all: readonly T[],
  { first, last, after }: PageArguments,
  view: (one: T) => object | null,
): object {
  const begin =
    after === undefined || after === null
      ? 0
      : Number(Buffer.from(after, "base64").toString("utf8").slice(7));
  const from = last === undefined ? begin : Math.max(begin, all.length - last);
  const shown = all.slice(from, first === undefined ? undefined : from + first);
  const nodes = shown.map(view);
  return {
    nodes,
    edges: nodes.map((node) => (node === null ? null : Object.assign({ node }, node))),
    totalCount: all.length,
    pageInfo: {
      hasNextPage: from + shown.length < all.length,
      hasPreviousPage: from > 0,
      endCursor: shown.length === 0 ? null : cursor(from + shown.length),
    },
  };
}

const cursor = (at: number): string => Buffer.from(`cursor:${at}`).toString("base64");

/** The most nodes that one query may ask for, all its lists multiplied. */
const MOST_NODES = 500_000;

/** What GitHub refuses in a query: a list without `first` or `last`, a page over 100, too many nodes in all. */
export function overLimits(schema: GraphQLSchema, document: DocumentNode): string[] {
  const wrong: string[] = [];
  const info = new TypeInfo(schema);
  const sizes = [1];
  let nodes = 0;
  visit(
    document,
    visitWithTypeInfo(info, {
      Field: {
        enter(field) {
          const size = sizes.at(-1) ?? 1;
          const type = info.getType();
          const isList =
            type !== undefined && type !== null && getNamedType(type).name.endsWith("Connection");
          if (!isList) {
            sizes.push(size);
            return;
          }
          const given = field.arguments?.find(
            ({ name }) => name.value === "first" || name.value === "last",
          )?.value;
          const page = given?.kind === Kind.INT ? Number(given.value) : 100;
          if (given === undefined) {
            wrong.push(
              `You must provide a \`first\` or \`last\` value to properly paginate the \`${field.name.value}\` connection.`,
            );
          }
          if (page < 1 || page > 100) {
            wrong.push(
              `Requesting ${page} records on the \`${field.name.value}\` connection exceeds the \`first\` limit of 100 records.`,
            );
          }
          nodes += size * page;
          sizes.push(size * page);
        },
        leave() {
          sizes.pop();
        },
      },
    }),
  );
  if (nodes > MOST_NODES) {
    wrong.push(
      `This query requests up to ${nodes} possible nodes which exceeds the maximum limit of ${MOST_NODES}.`,
    );
  }
  return wrong;
}
