/** Whether every count of the results is as it should be; the milliseconds decide nothing. */
export function everythingHolds({ options, accepted, relayed, scenarios, beyond, delivery, reconciled }) {
  const isWhole = (each) =>
    each.errors === 0 &&
    each.replaysWithOtherIds === 0 &&
    each.orders === options.new &&
    each.events === options.new;
  return (
    [...accepted, ...relayed].every(isWhole) &&
    [...scenarios, ...beyond].every((each) => each.holds) &&
    [delivery, ...reconciled].every((each) => each.discrepancies === 0 && each.orders === each.records) &&
    delivery.orders === delivery.count
  );
}
