// Facts about the computer.
export const availableParallelism = () => navigator.hardwareConcurrency;
export const totalmem = () => 4 * 1024 ** 3;
