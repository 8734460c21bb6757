/**
 * The function for the setting `trust proxy` of Express: whether a reported address is believed; `hop` counts from 0 at
 * the service.
 */
export function trustOf({
  trustedProxies,
  isProxy = () => true,
}: {
  readonly trustedProxies: number;
  readonly isProxy?: (address: string) => boolean;
}): (address: string, hop: number) => boolean {
  return (address, hop) => hop < trustedProxies && isProxy(address.replace(/^::ffff:(?=\d+\.)/, ''));
}
