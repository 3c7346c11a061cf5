/** An IPv4 address that no other number has, from the range for private networks. */
export const toAddress = (number: number): string =>
  `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
