/** What the kitchen cooks: the values that completion offers. */

export const RECIPES: ReadonlyMap<string, string> = new Map([
  ['dumplings', 'Fold the filling into the dough and steam for twelve minutes.'],
  ['omelette', 'Beat three eggs, pour them into hot butter and fold once.'],
  ['pancakes', 'Stir flour, milk and eggs, and bake thin on both sides.'],
  ['soup', 'Simmer vegetables in stock for half an hour and season.'],
]);

/** The dishes that begin with `start`, in alphabetical order. */
export function dishesLike(start: string): string[] {
  return [...RECIPES.keys()].filter((dish) => dish.startsWith(start.toLowerCase()));
}
