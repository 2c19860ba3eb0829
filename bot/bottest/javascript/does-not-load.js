function DoesNotLoad() {
  this.answer = ; // here
}
