// Classes that modules of the core name, and that nothing in the page makes.
export class Readable {}
export class Transform {}
